//! The file system beside the browser, for uploads and downloads.

use std::fmt::Debug;
use std::io;
use std::path::Path;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

/// What an upload and a download need of the file system.
pub trait Files: Debug + Send + Sync {
    /// What is at a path that a person or brain wrote.
    fn kind(&self, path: &str) -> FileKind;

    /// The whole path of a file: the browser does not know our working directory.
    fn absolute(&self, path: &str) -> String;

    /// Moves a finished download into `folder` under a harmless, free name made of `wanted`, and answers with that name
    /// and the size. Nothing in the folder is overwritten, and nothing is put elsewhere.
    fn keep_download<'a>(
        &'a self,
        from: &'a Path,
        folder: &'a Path,
        wanted: &'a str,
    ) -> BoxFuture<'a, io::Result<(String, u64)>>;

    /// Removes a download nobody wants any more; one that is gone already is fine.
    fn discard<'a>(&'a self, path: &'a Path) -> BoxFuture<'a, ()>;
}

/// What is found at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    File,
    Folder,
    Missing,
}

/// No file system, as inside an extension: there is nothing to upload, and downloads stay where the browser puts them.
#[derive(Debug, Clone, Copy)]
pub struct NoFiles;

impl Files for NoFiles {
    fn kind(&self, _path: &str) -> FileKind {
        FileKind::Missing
    }

    fn absolute(&self, path: &str) -> String {
        path.to_owned()
    }

    fn keep_download<'a>(
        &'a self,
        _from: &'a Path,
        _folder: &'a Path,
        _wanted: &'a str,
    ) -> BoxFuture<'a, io::Result<(String, u64)>> {
        async { Err(io::ErrorKind::Unsupported.into()) }.boxed()
    }

    fn discard<'a>(&'a self, _path: &'a Path) -> BoxFuture<'a, ()> {
        async {}.boxed()
    }
}
