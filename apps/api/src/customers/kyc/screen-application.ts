import { type ScreeningHit, screenNames } from '../../checks/screening/screening.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findCustomer } from '../customer/customer.ts';
import type { KycFile } from './evaluate-items.ts';

export type KycHit = Pick<ScreeningHit, 'entryId' | 'name' | 'score'> & Readonly<{ of: string }>;

/** Hits for every name that the customer or a person of the firm goes by. `of` is the customer's or person's id. */
export async function screenApplication(ctx: Ctx, { application, items, people }: KycFile): Promise<KycHit[]> {
  const customer = await findCustomer(ctx.tx, application.customerId);
  const given = items.flatMap(({ row, answers }) =>
    [answers.fullName, answers.legalName].map((name) => ({ of: row.personId ?? application.customerId, name })),
  );
  const named = [
    { of: application.customerId, name: customer?.name },
    ...people.map(({ id, name }) => ({ of: id, name })),
    ...given,
  ];
  return screenNamed(ctx, named);
}

type Named = Readonly<{ of: string; name: string | null | undefined }>;

export async function screenNamed(ctx: Ctx, named: readonly Named[]): Promise<KycHit[]> {
  const distinct = new Map(named.map((each) => [`${each.of} ${each.name?.toLowerCase()}`, each]));
  const hits = [];
  for (const { of, name } of distinct.values())
    if (name) for (const hit of await screenNames(ctx, { payer: name, payee: '' })) hits.push({ ...hit, of });
  return hits;
}
