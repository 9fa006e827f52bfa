import { expect, test } from 'vitest';
import { openLog } from './log.ts';

test('removes card numbers from every log field', () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line: string) => void lines.push(line) });
  const error = Object.assign(new Error('no row for 4111111111111111'), {
    detail: 'Failing row (…, 5555 5555 5555 4444)',
  });
  log.error({ err: error, reference: 'Rent 4111-1111-1111-1111' }, 'failed');
  expect(lines.join('')).not.toMatch(/4111|5555/);
  expect(lines.join('')).toContain('[card number]');
});

test('keeps ids and numbers readable', () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line: string) => void lines.push(line) });
  const said = { requestId: '0199f3c4-4111-7111-8111-111111111111', account: '63748472', rate: 0.4111111111111111 };
  log.info(said, 'request');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject(said);
});
