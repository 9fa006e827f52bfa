import type { Actor, Ctx } from './verb.ts';

/** One line of the audit log, in the same transaction as what it records. `detail` carries no secrets. */
export async function audit(
  ctx: Ctx,
  action: string,
  entity: string,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { actor } = ctx;
  await ctx.tx
    .insertInto('kernel.audit')
    .values({
      actor_kind: actor.kind,
      actor_id: idOf(actor),
      on_behalf_of: actor.kind === 'customer' ? actor.customerId : null,
      action,
      entity,
      detail: JSON.stringify(detail),
      request_id: ctx.requestId,
      session_id: 'sessionId' in actor ? actor.sessionId : null,
      ip: 'ip' in actor ? actor.ip : null,
    })
    .execute();
}

function idOf(actor: Actor): string | null {
  switch (actor.kind) {
    case 'customer':
      return actor.personId;
    case 'staff':
      return actor.staffId;
    case 'system':
      return actor.name;
    case 'public':
    case 'rail':
      return null;
  }
}
