// Pictures of runs as blobs: they are read with the key, so an address alone does not show them. A few are kept.

import { useEffect, useState } from 'preact/hooks';

import { api } from '../api.ts';

const kept = new Map<string, Promise<string>>();
const MOST = 12;

function pictureUrl(run: string, name: string): Promise<string> {
  const key = `${run}/${name}`;
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const url = api.picture(run, name).then((blob) => URL.createObjectURL(blob));
  url.catch(() => kept.delete(key));
  kept.set(key, url);
  for (const [oldest, old] of kept) {
    if (kept.size <= MOST) break;
    kept.delete(oldest);
    void old.then((address) => {
      URL.revokeObjectURL(address);
    });
  }
  return url;
}

/** The address of a picture; the one before stays until it is there. */
export function usePicture(run: string, name: string | null): string | null {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (name === null) {
      setShown(null);
      return undefined;
    }
    let isWanted = true;
    pictureUrl(run, name).then(
      (url) => {
        if (isWanted) setShown(url);
      },
      () => {
        if (isWanted) setShown(null);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [run, name]);
  return shown;
}
