import { expect, it } from 'vitest';
import { endpoints } from '../contract.ts';
import { screens } from '../platform/screens.ts';
import { allows, staffAreas, staffCalls, staffRightOf, staffScreens } from './permissions.ts';
import { StaffRole } from './staff.ts';
import { starterPermissions } from './starter-permissions.ts';

it('every call of staff has a row, and every row a call', () => {
  const calls = endpoints.filter(({ access }) => access === 'staff').map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(staffCalls).toSorted()).toEqual(calls.toSorted());
  expect(() => staffRightOf({ method: 'GET', path: '/v1/manage/unheard-of' })).toThrow('no row');
});

it('every page of the staff area has a permission', () => {
  const pages = screens.filter(({ area }) => area === 'manage').map(({ path }) => path);
  expect(Object.keys(staffScreens).toSorted()).toEqual(pages.toSorted());
});

it('each area belongs to a role, and every write takes at least the level act', () => {
  for (const area of staffAreas)
    expect(StaffRole.options.some((role) => allows(starterPermissions[role], [area, 'view']))).toBe(true);
  const writes = Object.entries(staffCalls).filter(([call, right]) => right && !call.startsWith('GET '));
  const readOnly = ['POST /v1/manage/customer/search', 'POST /v1/manage/api/search', 'POST /v1/manage/audit/search'];
  for (const [call, right] of writes)
    if (right && !readOnly.includes(call))
      for (const [, level] of 'anyOf' in right ? right.anyOf : [right])
        expect([call, level]).not.toEqual([call, 'view']);
});

it('an auditor changes nothing', () => {
  for (const area of staffAreas) expect(allows(starterPermissions.auditor, [area, 'act'])).toBe(false);
});
