import { describe, expect, it } from 'vitest';
import { accountActions, accountPermissions, accountStatuses, openKeys, statusesAllowing } from './account-status.ts';

/** Product.md B3, typed in by hand: the columns in the order of `accountActions`. */
const table = `
             sign_in view    export receive send        stop exchange      card manage
pending      yes     yes     no     no      no          yes  no            no   yes
active       yes     yes     yes    yes     yes         yes  yes           yes  yes
restricted   yes     yes     yes    yes     no          yes  no            no   yes
suspended    yes     yes     yes    no      no          no   no            no   no
locked       no      no      no     yes     no          no   no            no   no
dormant      yes     yes     yes    yes     after_check yes  yes           yes  after_check
closing      yes     yes     yes    no      own_account yes  exit_currency yes  yes
closed       yes     history yes    no      no          no   no            no   no
`;
const [columns = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const cells = rows.flatMap(([status = '', ...cell]) =>
  cell.map((value, i) => [status, columns[i] ?? '', value] as const),
);

describe('account status', () => {
  it('has a cell for every status and action', () => {
    expect(columns).toEqual([...accountActions]);
    expect(rows.map(([status]) => status)).toEqual([...accountStatuses]);
    expect(cells).toHaveLength(accountStatuses.length * accountActions.length);
  });

  it.each(cells)('%s: %s is %s', (status, action, permission) => {
    expect(accountPermissions[status as 'active'][action as 'send']).toBe(permission);
  });

  it('lists the statuses that allow an action without a condition', () => {
    expect(statusesAllowing('exchange')).toEqual(['active', 'dormant']);
    expect(statusesAllowing('sign_in')).not.toContain('locked');
  });

  it('leaves a closed account only what belongs to its history', () => {
    const keys = ['dashboard', 'statement', 'payment', 'payee', 'viewprofile', 'usermanage'] as const;
    expect(openKeys('closed', keys)).toEqual(['dashboard', 'statement', 'viewprofile']);
    expect(openKeys('suspended', keys)).toEqual([...keys]);
  });
});
