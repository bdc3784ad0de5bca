// Dates, times and colours as people write them, in the form that their fields take.
//
// Nothing is guessed: an ambiguous text is refused.

import { Failure } from '../dom/failure';

/**
 * The value as a field of this type takes it; a text that is not understood stays as it is, for the field to refuse.
 */
export function toFieldValue(type: string, written: string): string {
  const text = written.trim();
  if (text === '') return text;
  switch (type) {
    case 'date':
      return parseDate(text) ?? text;
    case 'time':
      return parseTime(text) ?? text;
    case 'datetime-local':
      return parseDateTime(text) ?? text;
    case 'month':
      return parseMonth(text) ?? text;
    case 'week':
      return parseWeek(text) ?? text;
    case 'color':
      return parseColourName(text) ?? text;
    default:
      return text;
  }
}

function parseDate(text: string): string | null {
  const plain = text.replace(/^\p{L}+day,?\s+/iu, '');
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain);
  if (iso !== null) return isoDate(iso[1], iso[2], iso[3]);
  const dots = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(plain);
  if (dots !== null) return isoDate(dots[3], dots[2], dots[1]);
  const slashes = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(plain);
  if (slashes !== null) return parseSlashedDate(text, slashes[1] ?? '', slashes[2] ?? '', slashes[3] ?? '');
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?(\p{L}+)\.?,?\s+(\d{4})$/iu.exec(plain);
  if (dayFirst !== null) return isoDate(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1]);
  const monthFirst = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu.exec(plain);
  return monthFirst === null ? null : isoDate(monthFirst[3], monthNumber(monthFirst[1]), monthFirst[2]);
}

/** Whether day or month comes first depends on the country; only a number above twelve decides it. */
function parseSlashedDate(text: string, first: string, second: string, year: string): string | null {
  if (Number(first) > 12) return isoDate(year, second, first);
  if (Number(second) > 12 || first === second) return isoDate(year, first, second);
  throw new Failure(
    'no_option',
    `"${text}" can be read in two ways; write the date as ${isoDate(year, second, first) ?? ''} or ${isoDate(year, first, second) ?? ''}`,
  );
}

function isoDate(year = '', monthOfYear: string | null = null, day = ''): string | null {
  return monthOfYear === null ? null : `${year}-${monthOfYear.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function monthNumber(name = ''): string | null {
  const said = name.toLowerCase();
  const index = said.length < 3 ? -1 : MONTHS.findIndex((known) => known.startsWith(said));
  return index < 0 ? null : String(index + 1);
}

function parseTime(text: string): string | null {
  const found = /^(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2}))?\s*([ap])?\.?\s?(?:m\.?)?$/i.exec(text);
  if (found === null) return null;
  const [, hours = '', minutes, seconds, half] = found;
  if (half === undefined && (minutes === undefined || /m\.?$/i.test(text))) return null;
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  const clock = `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
  return seconds === undefined ? clock : `${clock}:${seconds}`;
}

function parseDateTime(text: string): string | null {
  const found = /^(.*?)(?:T|,?\s+(?:at\s+)?)(\d{1,2}(?:[:.h]\d{2}(?::\d{2})?)?\s*(?:[ap]\.?m\.?)?)$/i.exec(text);
  if (found === null) return null;
  const [day, clock] = [parseDate(found[1] ?? ''), parseTime(found[2] ?? '')];
  return day === null || clock === null ? null : `${day}T${clock}`;
}

function parseMonth(text: string): string | null {
  const yearFirst = /^(\d{4})[-/.](\d{1,2})$/.exec(text);
  if (yearFirst !== null) return `${yearFirst[1] ?? ''}-${(yearFirst[2] ?? '').padStart(2, '0')}`;
  const monthFirst = /^(\d{1,2})[-/.](\d{4})$/.exec(text);
  if (monthFirst !== null) return `${monthFirst[2] ?? ''}-${(monthFirst[1] ?? '').padStart(2, '0')}`;
  const named = /^(\p{L}+)\.?,?\s+(\d{4})$/iu.exec(text);
  const number = monthNumber(named?.[1]);
  return named === null || number === null ? null : `${named[2] ?? ''}-${number.padStart(2, '0')}`;
}

function parseWeek(text: string): string | null {
  const yearFirst = /^(\d{4})[-\s]*w?(\d{1,2})$/i.exec(text);
  const weekFirst = /^(?:week|w)\s*(\d{1,2})(?:,|\s+of)?\s+(\d{4})$/i.exec(text);
  const year = yearFirst?.[1] ?? weekFirst?.[2];
  const number = yearFirst?.[2] ?? weekFirst?.[1];
  return year === undefined || number === undefined ? null : `${year}-W${number.padStart(2, '0')}`;
}

/** The browser itself knows all names and notations of colours. */
function parseColourName(text: string): string | null {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) return null;
  const read = (before: string): string => {
    context.fillStyle = before;
    context.fillStyle = text;
    return context.fillStyle;
  };
  const found = read('#000001');
  return found === read('#000002') && found.startsWith('#') ? found : null;
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
