import type { Tx } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Demand } from '../team-approval/team-approval.ts';
import { selectNoMatches } from './name-check.sql.ts';
import { selectForbidsNoMatch } from './name-policy.sql.ts';
import type { Payee } from './payee.ts';
import { selectStopped } from './stopped.sql.ts';

type Wanted = Pick<Payee, 'type' | 'currency' | 'account' | 'nameCheckId'>;
type Asked = Readonly<{
  customerId: string;
  missing: ReadonlyMap<string, Wanted>;
  demands: readonly Demand[];
}>;

export async function whyNotAdded(
  tx: Tx,
  { customerId, missing, demands }: Asked,
): Promise<ReadonlyMap<string, Refusal>> {
  if (missing.size === 0) return new Map();
  if (demands.length > 0) return new Map([...missing.keys()].map((key) => [key, ofColleagues]));
  const wanted = [...missing.values()];
  const stopped = await selectStopped(tx, customerId, wanted);
  const doubted = (await selectForbidsNoMatch(tx, customerId))
    ? await selectNoMatches(
        tx,
        wanted.flatMap(({ nameCheckId }) => nameCheckId ?? []),
      )
    : new Set<string>();
  return new Map(
    [...missing].flatMap(([key, { nameCheckId }], place) => {
      if (stopped[place] !== undefined) return [[key, wasStopped] as const];
      return doubted.has(nameCheckId ?? '') ? [[key, new Refusal('name_check_forbidden')] as const] : [];
    }),
  );
}

const ofColleagues = new Refusal('approval_required', {
  message: 'This payee is new, and a colleague has to approve new payees. Nothing was sent. Add the payee first.',
});
const wasStopped = new Refusal('payee_not_approved', {
  message: 'We stopped this payee before you deleted it. Nothing was sent. Add the payee by itself, and we look at it.',
});
