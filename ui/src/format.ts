// Numbers and times for people, in the language of the browser.

import { language } from './texts.ts';

const whole = new Intl.NumberFormat(language);
const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'narrow' });

export function count(number: number): string {
  return whole.format(number);
}

/** `0.4 s`, `12 s`, `3:20`. */
export function duration(millis: number): string {
  const seconds = millis / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  const rest = String(Math.floor(seconds % 60)).padStart(2, '0');
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

/** Dollars in millionths. */
export function money(cost: number): string {
  const dollars = cost / 1e6;
  return `$${dollars.toFixed(dollars >= 1 || dollars === 0 ? 2 : 4)}`;
}

export function age(wall: number, now: number): string {
  const minutes = Math.round((wall - now) / 60_000);
  if (minutes > -1) return clock.format(wall);
  if (minutes > -60) return relative.format(minutes, 'minute');
  return minutes > -60 * 20 ? relative.format(Math.round(minutes / 60), 'hour') : day.format(wall);
}

export function exactTime(wall: number): string {
  return new Date(wall).toLocaleString(language);
}

/** The host of an address, to be shown. */
export function site(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
