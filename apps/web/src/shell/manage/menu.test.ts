import { starterPermissions } from '@larkmere/contract/back-office/starter-permissions';
import { beforeAll, expect, it } from 'vitest';
import { navigation } from '../../platform/navigation/navigation.ts';
import { menuFor } from './menu.ts';

beforeAll(() => {
  navigation.isBuilt = () => true;
});

const pages = (role: keyof typeof starterPermissions): string[] =>
  menuFor(starterPermissions[role])
    .flatMap(({ items }) => items)
    .map(({ path }) => path.replace('/manage/', ''));

/** Section D12 of product.md: who sees the work on payments, exchanges and settlements. */
it.each([
  ['support', []],
  ['payment_operations', ['review', 'card-settlement']],
  ['compliance', ['review']],
  ['mlro', ['review', 'card-settlement']],
  ['dealer', ['dealing']],
  ['finance', ['card-settlement', 'dealing']],
  ['settings', []],
  ['super', []],
  ['auditor', ['review', 'card-settlement', 'dealing']],
] as const)('the menu of the role %s leads to %j', (role, expected) => {
  const work = ['review', 'card-settlement', 'dealing'];
  expect(pages(role).filter((path) => work.includes(path))).toEqual(expected);
});
