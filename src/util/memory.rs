//! Memory limits: the memory that the system can provide.

use std::fs;
use std::hint::black_box;
use std::path::{Component, Path, PathBuf};

/// The resolution of [`room`], in bytes.
const STEP: usize = 1 << 20;
/// The root of the control groups, and the usable share of a group's limit. The rest is for
/// allocations that are not checked here.
const GROUPS: &str = "/sys/fs/cgroup";
const SHARE_OF_GROUP: f64 = 0.75;

/// Returns true if the system would provide this much memory now.
#[must_use]
pub fn has_room(bytes: usize) -> bool {
    // WebAssembly memory never shrinks, so a probe would keep it.
    if cfg!(target_family = "wasm") {
        return true;
    }
    let mut probe = Vec::<u8>::new();
    let is_given = probe.try_reserve_exact(bytes).is_ok();
    black_box(probe.as_ptr());
    is_given
}

/// Returns how much of `most` bytes the system and the container's limits would provide now.
#[must_use]
pub fn room(most: usize) -> usize {
    let limit = fs::read_to_string("/proc/self/cgroup").ok();
    let limit = limit.and_then(|groups| limit_of_groups(Path::new(GROUPS), &groups));
    let limit = limit.map_or(usize::MAX, |limit| (limit as f64 * SHARE_OF_GROUP) as usize);
    let most = most.min(limit);
    if has_room(most) {
        return most;
    }
    let (mut given, mut refused) = (0, most);
    while refused - given > STEP {
        let middle = given + (refused - given) / 2;
        if has_room(middle) {
            given = middle
        } else {
            refused = middle
        }
    }
    given
}

/// Returns the least memory limit of a process's control groups and their ancestors, according to
/// `/proc/self/cgroup`.
fn limit_of_groups(root: &Path, groups: &str) -> Option<usize> {
    let limits = groups.lines().flat_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, group) = (fields.next(), fields.next().unwrap_or_default());
        let (root, name) = match controllers {
            Some("") => (root.to_owned(), "memory.max"),
            Some(controllers) if controllers.split(',').any(|name| name == "memory") => {
                (root.join("memory"), "memory.limit_in_bytes")
            }
            _ => return vec![],
        };
        let limit_of = |group: &Path| -> Option<usize> {
            let text = fs::read_to_string(root.join(group).join(name)).ok()?;
            text.trim().parse().ok()
        };
        // Dots stand for groups outside a container's namespace.
        let inner = Path::new(group).components();
        let inner = inner.filter(|part| matches!(part, Component::Normal(_)));
        let inner: PathBuf = inner.collect();
        inner.ancestors().filter_map(limit_of).collect()
    });
    limits.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_there_is_no_room_for_is_not_given() {
        assert!(has_room(1 << 20) && !has_room(isize::MAX as usize));
        assert_eq!(room(1 << 20), 1 << 20);
        let given = room(isize::MAX as usize);
        assert!(given > 1 << 20 && given < isize::MAX as usize);
    }

    #[test]
    fn a_process_has_no_more_than_its_groups() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it is ours");
            fs::write(path, text).expect("it is ours");
        };
        let limit = |groups: &str| limit_of_groups(folder.path(), groups);
        assert_eq!(limit("0::/\n"), None);
        write("memory.max", "max\n");
        write("a/memory.max", "2000\n");
        write("a/b/memory.max", "3000\n");
        write("memory/memory.limit_in_bytes", "5000\n");
        write("memory/c/memory.limit_in_bytes", "9223372036854771712\n");
        for (groups, expected) in [
            ("0::/\n", None),
            ("0::/a/b\n", Some(2000)),
            ("0::/../a/b/c", Some(2000)),
            ("1:cpu:/a\n2:cpuset,memory:/c\n", Some(5000)),
            ("what is this\n\n0:", None),
        ] {
            assert_eq!(limit(groups), expected, "{groups}");
        }
    }
}
