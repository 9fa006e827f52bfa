import type { Numbered } from './defect.ts';

/** Read by each planted place; 0 means that the code is as it was. */
const current = 'globalThis.larkmereDefect';
/** Says that the place of the current defect was reached, which does not show in its result. */
const reached = 'globalThis.larkmereDefectReached';
/** On the first line, so that all lines keep their number. A process that a suite starts has only the environment. */
const prelude = `${current} ??= Number(process.env.LARKMERE_DEFECT ?? 0); `;

/**
 * The source with all the given defects in it, each of which is there only while its number is the current one. So one
 * process can try one after the other without importing anything again.
 */
export function plant(text: string, defects: readonly Numbered[]): string {
  if (defects.length === 0) return text;
  const places = Map.groupBy(defects, ({ defect: { start, end, form } }) => `${start} ${end} ${form}`);
  const sorted = [...places.values()]
    .flatMap((numbered) => {
      const [first] = numbered;
      return first ? [{ ...first.defect, numbered }] : [];
    })
    .toSorted((one, other) => one.start - other.start || other.end - one.end || outermost(one) - outermost(other));
  return prelude + render(text, sorted, 0, text.length);
}

type Place = Numbered['defect'] & Readonly<{ numbered: readonly Numbered[] }>;

/** Of two changes of the same text, removing it as an entry is around changing it. */
const outermost = ({ form }: Place): number => (form === 'expression' ? 1 : 0);

/** The text from `start` to `end`; `places` are all within it, sorted by start, outer ones first. */
function render(text: string, places: readonly Place[], start: number, end: number): string {
  let [out, at, i] = ['', start, 0];
  while (i < places.length) {
    const place = places[i];
    if (!place) break;
    let next = i + 1;
    while ((places[next]?.start ?? Number.POSITIVE_INFINITY) < place.end) next += 1;
    out += text.slice(at, place.start) + wrap(place, render(text, places.slice(i + 1, next), place.start, place.end));
    [at, i] = [place.end, next];
  }
  return out + text.slice(at, end);
}

function wrap({ form, numbered }: Place, original: string): string {
  const [first] = numbered;
  const isOn = ({ id }: Numbered) => `${current} === ${id} && (${reached} = true)`;
  if (form === 'statement' && first) return `{ if (!(${isOn(first)})) { ${original} } }`;
  if (form === 'entry' && first) {
    const entries = original.startsWith('...') ? original.slice(3) : `[${original}]`;
    return `...(${isOn(first)} ? [] : ${entries})`;
  }
  return `(${numbered.map((each) => `${isOn(each)} ? (${each.defect.code}) : `).join('')}(${original}))`;
}
