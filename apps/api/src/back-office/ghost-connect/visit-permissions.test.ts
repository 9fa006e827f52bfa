import { endpoints } from '@larkmere/contract/contract';
import { returnsFile } from '@larkmere/contract/platform/endpoint';
import { isAllowedIn, isWriteClosedIn, visitModes, writesOfVisits } from '@larkmere/contract/platform/visit-calls';
import { expect, it } from 'vitest';
import { visitCalls, visitPermissionOf } from './visit-permissions.ts';

const forCustomers = endpoints.filter(({ access }) => !['public', 'staff', 'rail', 'rate'].includes(access));

it('every call of customers has a row, and every row a call', () => {
  expect(Object.keys(visitCalls).toSorted()).toEqual(
    forCustomers.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});

it('a call without a row is never allowed', () => {
  const unknown = { method: 'GET', path: '/v1/unheard-of' } as const;
  for (const mode of visitModes) expect(isAllowedIn(mode, visitPermissionOf(unknown))).toBe(false);
});

it('writes are never allowed unless they are listed as such, and the browser decides them alike', () => {
  const writes = forCustomers.filter(({ method }) => method !== 'GET');
  const allowed = writes.filter((call) => visitPermissionOf(call) !== 'never');
  expect(allowed.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    Object.keys(writesOfVisits).toSorted(),
  );
  for (const call of writes)
    for (const mode of visitModes)
      expect(isWriteClosedIn(mode, call)).toBe(!isAllowedIn(mode, visitPermissionOf(call)));
});

it('no file leaves the account', () => {
  const files = forCustomers.filter(returnsFile);
  expect(files.map(visitPermissionOf)).toEqual(files.map(() => 'never'));
});
