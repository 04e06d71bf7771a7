//! The files themselves: one server at a time, and still there.
//!
//! SQLite goes on writing into a file that somebody has unlinked or replaced, and says that all is well; what is written there is gone
//! with the process. So the files on disk are compared with the ones that are open before and after every commit.

use crate::store::StoreError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The database's files, held as long as the store is open. The system gives their locks up when the process ends, however it ends.
pub(in crate::store) struct Files {
    path: PathBuf,
    /// The database itself. Never closed before SQLite's own: closing any handle of a file gives up all of the process's locks on it.
    database: File,
    /// Beside it: says where the server is to be found.
    lock: File,
    /// The write-ahead log and its index as they were when the store was opened.
    beside: Mutex<Vec<(PathBuf, Identity)>>,
}

/// Which file it is, whatever it is called.
type Identity = Option<(u64, u64)>;

#[cfg(unix)]
fn identity(metadata: &std::fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    Some((metadata.dev(), metadata.ino()))
}

/// Here an open file can be neither unlinked nor replaced.
#[cfg(not(unix))]
fn identity(_: &std::fs::Metadata) -> Identity {
    None
}

impl Files {
    /// Takes the files for this process, and makes them when they are missing.
    pub(super) fn take(path: &Path) -> Result<Self, StoreError> {
        let no = |path: &Path| {
            let path = path.to_owned();
            move |why| StoreError::Folder { folder: path, why }
        };
        if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(no(folder))?;
        }
        let open = |path: &Path| {
            OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)
                .map_err(no(path))
        };
        let database = open(path)?;
        // Another name for the same file is the same file.
        let path = path.canonicalize().map_err(no(path))?;
        let lock = open(&beside(&path, ".lock"))?;
        for file in [Some(&lock), Some(&database).filter(|_| cfg!(target_os = "linux"))].into_iter().flatten()
        {
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(StoreError::InUse(path)),
                Err(TryLockError::Error(source)) => return Err(no(&path)(source)),
            }
        }
        lock.set_len(0).map_err(no(&path))?;
        Ok(Files { path, database, lock, beside: Mutex::default() })
    }

    /// The database, by its own name.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Notes which files SQLite has opened beside the database.
    pub(super) fn note(&self) {
        let known = ["-wal", "-shm"].into_iter().filter_map(|end| {
            let path = beside(&self.path, end);
            let found = identity(&std::fs::metadata(&path).ok()?);
            Some((path, found))
        });
        *self.beside.lock().expect("no panic while held") = known.collect();
    }

    /// Are the files on disk the ones that are open?
    pub(super) fn whole(&self) -> Result<(), StoreError> {
        let gone = |path: &Path| StoreError::Gone(path.to_owned());
        let same = |path: &Path, known: Identity| {
            std::fs::metadata(path).is_ok_and(|found| identity(&found) == known)
        };
        let own = self.database.metadata().map_err(|_| gone(&self.path))?;
        if !same(&self.path, identity(&own)) {
            return Err(gone(&self.path));
        }
        let beside = self.beside.lock().expect("no panic while held");
        beside.iter().find(|(path, known)| !same(path, *known)).map_or(Ok(()), |(path, _)| Err(gone(path)))
    }

    /// Says where the server that holds the file is to be found, to whoever finds the file in use.
    pub(in crate::store) fn announce(&self, address: &str) -> std::io::Result<()> {
        (&self.lock).write_all(address.as_bytes())
    }
}

/// Where the server that holds the file is to be found.
pub(in crate::store) fn announced(path: &Path) -> Option<String> {
    let path = path.canonicalize().ok()?;
    std::fs::read_to_string(beside(&path, ".lock")).ok().filter(|address| !address.is_empty())
}

pub(in crate::store) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(end);
    path.into()
}
