// Elements of a page as a picture: `node photograph.js PAGE OUTPUT WIDTH SCALE MARGIN SELECTOR…`. The picture holds the first
// element of each selector, with a margin; what the variable SCRIPT says is done on the page before. make.sh installs puppeteer-core,
// which drives Chromium.
const path = require("node:path");
const puppeteer = require("puppeteer-core");

/// The rectangle that holds the first element of each selector, with a margin.
async function bounds(page, margin, selectors) {
  const boxes = [];
  for (const selector of selectors) {
    const element = await page.$(selector);
    const box = element && (await element.boundingBox());
    if (!box) throw new Error(`nothing to be seen of ${selector}`);
    boxes.push(box);
  }
  const x = Math.min(...boxes.map((box) => box.x)) - margin;
  const y = Math.min(...boxes.map((box) => box.y)) - margin;
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + margin;
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + margin;
  const left = Math.max(0, x);
  const top = Math.max(0, y);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

async function main([file, output, width, scale, margin, ...selectors]) {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars"],
  });
  try {
    const page = await browser.newPage();
    // High enough for a whole page: beyond its window Chromium lays a page out anew for the picture.
    await page.setViewport({ width: +width, height: 4000, deviceScaleFactor: +scale });
    await page.goto(`file://${path.resolve(file)}`);
    if (process.env.SCRIPT) await page.evaluate(process.env.SCRIPT);
    const clip = await bounds(page, +margin, selectors);
    await page.screenshot({ path: output, clip, captureBeyondViewport: false });
  } finally {
    await browser.close();
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
