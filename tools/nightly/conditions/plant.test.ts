import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { findDefects } from './find-defects.ts';
import { plant } from './plant.ts';
import { sourceOf } from './sources.ts';

const text = `
const zones = ['Europe/London', 'Asia/Bangkok'];
function decide(a, b) {
  if (a < b && b !== 3) audit('less');
  else if (!a) audit('none');
  return [a < b ? 'less' : 'more', zones.length, zones[0]].join(' ');
}`;

/** What the program does with one of its defects. */
function runWith(planted: string, id: number): string {
  const log: string[] = [];
  const context = { process: { env: { LARKMERE_DEFECT: String(id) } }, audit: (what: string) => log.push(what) };
  const result = runInNewContext(
    `${planted}; [decide(1, 2), decide(2, 2), decide(0, 0)].join(', ')`,
    context,
  ) as string;
  return `${result}; ${log.join(', ')}`;
}

describe('planted defects', () => {
  const numbered = findDefects(sourceOf('a.ts', text)).map((defect, i) => ({ id: i + 1, defect }));
  const planted = plant(text, numbered);

  it('change nothing while none is current, and keep every line', () => {
    expect(runWith(planted, 0)).toBe(runWith(text, 0));
    expect(planted.split('\n')).toHaveLength(text.split('\n').length);
  });

  it('do what the change alone does', () => {
    expect(numbered.length).toBeGreaterThan(12);
    for (const { id, defect } of numbered.filter(({ defect: { form } }) => form === 'expression')) {
      const alone = text.slice(0, defect.start) + defect.code + text.slice(defect.end);
      expect(runWith(planted, id), defect.changed).toBe(runWith(alone, 0));
    }
  });

  it('remove entries and calls', () => {
    const idOf = (original: string, form: string): number =>
      numbered.find(({ defect }) => defect.original === original && defect.form === form)?.id ?? -1;
    expect(runWith(planted, idOf("'Europe/London'", 'entry'))).toBe(
      'less 1 Asia/Bangkok, more 1 Asia/Bangkok, more 1 Asia/Bangkok; less, none',
    );
    expect(runWith(planted, idOf("audit('none')", 'statement'))).toMatch(/; less$/);
  });
});
