import { v7 } from 'uuid';
import { audit } from '../kernel/audit.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { insertFile, insertRows } from './bulk-payment.sql.ts';
import { type Others, standRows } from './stand-rows.ts';
import type { TakenFile } from './take-file.thread.ts';

type Kept = Readonly<{ name: string; sha256: Buffer; taken: Exclude<TakenFile, { rejected: string }> }>;

export async function keepFile(ctx: CustomerCtx, { name, sha256, taken: { format, rows } }: Kept): Promise<string> {
  const { tx, actor, now: at } = ctx;
  const { customerId, personId } = actor;
  const id = v7();
  await insertFile(tx, { id, customerId, personId, name, format, sha256, at });
  const numbered = rows.map((row, index) => ({ ...row, number: index + 1 }));
  const standings = await standRows(ctx, numbered, earlierRows());
  await insertRows(
    tx,
    id,
    standings.map((standing, index) => ({ id: v7(), number: index + 1, ...standing })),
  );
  await audit(ctx, 'bulk-payment.uploaded', `bulk_payment:${id}`, { name, format, rows: rows.length });
  return id;
}

function earlierRows(): Others {
  const [twins, names] = [new Map<string, number>(), new Map<string, { name: string; number: number }>()];
  return {
    twinOf: (twin, number) => {
      const other = twins.get(twin);
      if (other === undefined) twins.set(twin, number);
      return other;
    },
    namesakeOf: ({ type, currency, account, name }, number) => {
      const key = [type, currency, account].join(' ');
      const before = names.get(key);
      if (!before) names.set(key, { name, number });
      return before && before.name !== name ? before.number : undefined;
    },
  };
}
