import { unitOfWork } from '../batching/unit-of-work.ts';
import type { Actor, Ctx } from './verb.ts';

export async function audit(
  ctx: Ctx,
  action: string,
  entity: string,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { actor } = ctx;
  unitOfWork(ctx.tx).auditLines.push({
    actor_kind: actor.kind,
    actor_id: actorId(actor),
    on_behalf_of: actor.kind === 'customer' ? actor.customerId : null,
    action,
    entity,
    detail,
    request_id: ctx.requestId,
    session_id: 'sessionId' in actor ? actor.sessionId : null,
    ip: 'ip' in actor ? actor.ip : null,
  });
}

function actorId(actor: Actor): string | null {
  switch (actor.kind) {
    case 'customer':
      return actor.userId;
    case 'staff':
      return actor.staffId;
    case 'system':
      return actor.name;
    case 'public':
    case 'rail':
    case 'rate':
      return null;
  }
}
