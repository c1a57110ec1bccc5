// Checks pages for those who do not see them, and their HTML:
//   node check.js BROWSER PAGE…
// axe-core must find no violation, on light screens and on dark ones, and html-validate no error.
"use strict";
const { HtmlValidate } = require("html-validate");
const puppeteer = require("puppeteer-core");

async function violations(browser, page) {
  const tab = await browser.newPage();
  // The page's own policy forbids every script but its own.
  await tab.setBypassCSP(true);
  const found = [];
  for (const value of ["light", "dark"]) {
    await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
    await tab.goto(`file://${page}`);
    await tab.addScriptTag({ path: require.resolve("axe-core/axe.min.js") });
    const { violations, passes } = await tab.evaluate(() => axe.run());
    if (passes.length === 0) found.push(`${page}: axe has looked at nothing`);
    for (const { id, help, nodes } of violations) {
      for (const { html } of nodes) found.push(`${page} (${value}): ${id}: ${help}: ${html.slice(0, 200)}`);
    }
  }
  await tab.close();
  return found;
}

async function errors(validator, page) {
  const { results } = await validator.validateFile(page);
  const found = results.flatMap(({ messages }) => messages);
  return found.map(({ line, column, ruleId, message }) => `${page}:${line}:${column}: ${ruleId}: ${message}`);
}

(async () => {
  const [program, ...pages] = process.argv.slice(2);
  const validator = new HtmlValidate({ root: true, extends: ["html-validate:recommended"] });
  const browser = await puppeteer.launch({ executablePath: program, args: ["--no-sandbox", "--disable-gpu"] });
  const found = [];
  for (const page of pages) found.push(...(await violations(browser, page)), ...(await errors(validator, page)));
  await browser.close();
  for (const complaint of found) console.log(complaint);
  process.exitCode = pages.length > 0 && found.length === 0 ? 0 : 1;
})();
