import { starterPermissions } from '@larkmere/contract/back-office/starter-permissions';
import { screens } from '@larkmere/contract/platform/screens';
import { describe, expect, it } from 'vitest';
import { canOpenPage } from '../../back-office/parts/parts.ts';
import { decideNavigation } from '../../platform/navigation/guards.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { menuFor } from './menu.ts';

// Before the suites below are described: they read the menu of each role then.
navigation.isBuilt = () => true;

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

describe.each(Object.entries(starterPermissions))('the role %s', (_, permissions) => {
  const offered = menuFor(permissions)
    .flatMap(({ items }) => items)
    .map(({ path }) => path);

  it('may open every page of its menu and palette', () => {
    for (const path of offered) {
      expect(decideNavigation(path, { isStaff: true }), path).toEqual({ allow: true });
      expect(canOpenPage(permissions, path), path).toBe(true);
    }
  });

  it('finds every page that it may open and that needs no customer in the menu, and its sign-in in its own', () => {
    const open = screens
      .filter(({ area, path }) => area === 'manage' && !path.includes('{') && canOpenPage(permissions, path))
      .map(({ path }) => path);
    expect([...offered, '/manage/sign-in'].toSorted()).toEqual(open.toSorted());
  });
});
