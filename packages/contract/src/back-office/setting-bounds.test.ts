import { describe, expect, it } from 'vitest';
import { settingProposalData } from './setting.ts';
import { amountBounds, dataOf, type SettingName, settingSheets, sheetsOf } from './setting-sheets.ts';

const figures = ['amount', 'optionalAmount', 'count', 'bps', 'decimal', 'optionalCount', 'counts'];
const columns = (Object.keys(settingSheets) as SettingName[]).flatMap((setting) =>
  sheetsOf(setting).flatMap((sheet) =>
    sheet.columns
      .filter(({ kind }) => figures.includes(kind))
      .map((column) => ({ setting, sheet, column, name: `${setting} ${sheet.key} ${column.name}` })),
  ),
);

describe('every figure of a setting', () => {
  it.each(columns)('$name has a floor and a ceiling', ({ column }) => {
    const { min, max } = column as { min?: number; max?: number };
    expect(min).toBeTypeOf('number');
    expect(max).toBeTypeOf('number');
    expect(Number(min)).toBeGreaterThanOrEqual(0);
    expect(Number(max)).toBeGreaterThan(Number(min));
  });

  const bounded = columns.filter(({ column }) => ['count', 'bps', 'decimal'].includes(column.kind));
  it.each(bounded)('$name is refused outside of them, and the refusal names both', ({ setting, sheet, column }) => {
    const { min, max, kind } = column as { min: number; max: number; kind: string };
    for (const beyond of [max + 1, ...(min > 0 ? [min - 1] : [])]) {
      const cell = kind === 'decimal' ? String(beyond) : beyond;
      const data = dataOf(setting, { [sheet.key]: [{ [column.name]: cell }] });
      const { error } = settingProposalData[setting].safeParse(data);
      const issue = error?.issues.find(({ path }) => path.at(-1) === column.name);
      expect(issue).toMatchObject({ params: { reason: { code: 'figure_between', params: { min, max } } } });
    }
  });

  it('has bounds in every currency', () => {
    expect(amountBounds({ min: 0, max: 100 }, 'GBP')).toEqual({ min: 0, max: 100 });
    expect(amountBounds({ min: 0, max: 100 }, 'THB').max).toBe(5000);
    expect(amountBounds({ min: 0, max: 100 }, 'EUR').max).toBeLessThanOrEqual(250);
  });

  it.each([
    ['screening', 'similarity', 1000],
    ['statusChange', 'noticeDays', 1],
  ])('%s %s is not %d', (sheet, column, value) => {
    const { error } = settingProposalData.rules.safeParse({ [sheet]: [{ [column]: value }] });
    expect(error?.issues.some(({ path }) => path.at(-1) === column)).toBe(true);
  });
});
