import type { Defect } from './defect.ts';

/** A change that no test can notice, by the end of its file's name and by the texts that are printed. */
type Equivalent = Readonly<{ file: string; original: string; changed: string; reason: string }>;

const equivalents: readonly Equivalent[] = [
  {
    file: 'approvals/approval/rule.sql.ts',
    original: "orderBy('id')",
    changed: "orderBy('id', 'desc')",
    reason: 'A request makes one rule, so no two have the same time; the second key only makes the order certain.',
  },
  {
    file: 'payments/open-banking/handle-callback.ts',
    original: 'uid === undefined',
    changed: 'false',
    reason: 'No payment is found without an id, which is refused with the same code.',
  },
];

export const isEquivalent = ({ file, original, changed }: Defect, list = equivalents): boolean =>
  list.some((each) => file.endsWith(each.file) && original === each.original && changed === each.changed);
