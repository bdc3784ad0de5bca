//! The file system as uploads and downloads need it. The hands reach files only through this trait.

use std::fmt::Debug;
use std::io;
use std::path::Path;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

/// The operations of the file system that uploads and downloads need.
pub trait Files: Debug + Send + Sync {
    /// The kind of file at a path that a person or brain wrote.
    fn kind(&self, path: &str) -> FileKind;

    /// The absolute path of a file, because the browser has another working directory.
    fn absolute(&self, path: &str) -> String;

    /// Moves a finished download into `folder` under a safe, unused name derived from `wanted`, and returns that name and
    /// the size. An implementation must neither overwrite a file nor write outside the folder.
    fn keep_download<'a>(
        &'a self,
        from: &'a Path,
        folder: &'a Path,
        wanted: &'a str,
    ) -> BoxFuture<'a, io::Result<(String, u64)>>;

    /// Writes a new file into `folder`, under a name as for [`keep_download`](Self::keep_download), and returns that name.
    fn write_new<'a>(&'a self, folder: &'a Path, wanted: &'a str, bytes: Vec<u8>) -> BoxFuture<'a, io::Result<String>>;

    /// Removes a download that is not needed any more; a missing file is no error.
    fn discard<'a>(&'a self, path: &'a Path) -> BoxFuture<'a, ()>;
}

/// The kind of file at a path.
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

    fn write_new<'a>(&'a self, _: &'a Path, _: &'a str, _: Vec<u8>) -> BoxFuture<'a, io::Result<String>> {
        async { Err(io::ErrorKind::Unsupported.into()) }.boxed()
    }

    fn discard<'a>(&'a self, _path: &'a Path) -> BoxFuture<'a, ()> {
        async {}.boxed()
    }
}
