import { expect, it } from 'vitest';
import { maskName } from './find-recipient.ts';

it.each([
  ['Anong Suwan', 'Anong S•••••'],
  ['Anong  Mali Suwan', 'Anong S•••••'],
  ['Harbour', 'H•••••'],
  ['สมชาย ใจดี', 'สมชาย ใ•••••'],
])('shows %s as %s', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});
