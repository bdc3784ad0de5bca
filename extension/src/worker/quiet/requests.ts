// The requests of the run's tabs, with their content: also those that a rule has blocked.

import type { QuietBody, QuietEvent } from '../../generated/quiet';
import type { Rules } from './rules';
import type { RunTabs } from './run_tabs';

type Request = chrome.webRequest.OnBeforeRequestDetails;
type Callback = Parameters<typeof chrome.webNavigation.onCommitted.addListener>[0];
type Listened = readonly [chrome.events.Event<Callback>, Callback];

const ALL = { urls: ['<all_urls>'] };
const MOST_BYTES = 4_000_000;
const NO_TAB = -1;

/** Follows the requests until the returned function is called. `isOther` names the tabs of the person. */
export function followRequests(
  tabs: RunTabs,
  rules: Rules,
  isOther: (tab: number) => boolean,
  emit: (event: QuietEvent) => void,
): () => void {
  const followed = new Map<string, number | null>();
  const started = (details: Request): void => {
    const {
      requestId: id,
      tabId,
      frameId,
      parentFrameId,
      method,
      url,
      type: resource,
      initiator,
      requestBody,
    } = details;
    // A tab that is not known yet, and a worker, may work for a site of the run.
    const mayBeOurs = tabs.isHost(initiator) && (tabId === NO_TAB || !isOther(tabId));
    if (!tabs.has(tabId) && !mayBeOurs) return;
    const redirectStatus = followed.get(id) ?? null;
    followed.set(id, null);
    const isAllowed = rules.use(tabId, method, url) === 'request';
    const isOfTab = tabId !== NO_TAB;
    emit({
      kind: 'request_started',
      id,
      tab: isOfTab ? tabId : null,
      frame: isOfTab ? frameId : null,
      parent: parentFrameId < 0 ? null : parentFrameId,
      initiator: initiator ?? null,
      resource,
      method,
      url,
      redirect_status: redirectStatus,
      body: bodyOf(requestBody),
      is_allowed: isAllowed,
    });
  };
  const redirected = ({ requestId, statusCode }: chrome.webRequest.OnBeforeRedirectDetails): void => {
    if (followed.has(requestId)) followed.set(requestId, statusCode);
  };
  const answered = ({
    requestId: id,
    statusCode: status,
    responseHeaders,
  }: chrome.webRequest.OnResponseStartedDetails): void => {
    if (!followed.has(id)) return;
    const header = responseHeaders?.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
    emit({ kind: 'request_answered', id, status, media_type: header.split(';', 1)[0]?.trim() ?? '' });
  };
  const finished = ({ requestId: id }: chrome.webRequest.OnCompletedDetails): void => {
    if (followed.delete(id)) emit({ kind: 'request_finished', id });
  };
  const failed = ({ requestId: id, error }: chrome.webRequest.OnErrorOccurredDetails): void => {
    if (followed.delete(id)) emit({ kind: 'request_failed', id, error });
  };
  const events = chrome.webRequest;
  events.onBeforeRequest.addListener(started as never, ALL, ['requestBody']);
  events.onBeforeRedirect.addListener(redirected, ALL);
  events.onResponseStarted.addListener(answered, ALL, ['responseHeaders']);
  events.onCompleted.addListener(finished, ALL);
  events.onErrorOccurred.addListener(failed, ALL);
  const listened = [
    [events.onBeforeRequest, started],
    [events.onBeforeRedirect, redirected],
    [events.onResponseStarted, answered],
    [events.onCompleted, finished],
    [events.onErrorOccurred, failed],
  ] as unknown as readonly Listened[];
  return () => {
    for (const [event, callback] of listened) event.removeListener(callback);
  };
}

function bodyOf(body: Request['requestBody'] | null | undefined): QuietBody | null {
  if (body === null || body === undefined) return null;
  if (body.formData !== undefined) {
    const fields = Object.entries(body.formData as Record<string, (string | ArrayBuffer)[]>);
    const entries = fields.flatMap(([name, values]) =>
      values.map((value) => ({ name, value: typeof value === 'string' ? value : textOf(value), is_file: false })),
    );
    return { form: 'fields', entries, is_multipart: false };
  }
  if (body.error !== undefined || body.raw === undefined) return { form: 'unknown' };
  let left = MOST_BYTES;
  const parts = body.raw.map(({ bytes }) => {
    left -= bytes?.byteLength ?? 0;
    return { bytes: bytes === undefined || left < 0 ? null : base64(new Uint8Array(bytes)) };
  });
  return { form: 'bytes', parts };
}

const textOf = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

const CHUNK = 0x8000;
