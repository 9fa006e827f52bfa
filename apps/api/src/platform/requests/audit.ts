import { unitOfWork } from '../batching/unit-of-work.ts';
import type { Actor, ActorVisit, Ctx } from './verb.ts';

export async function audit(
  ctx: Ctx,
  action: string,
  entity: string,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { actor } = ctx;
  const visit = actor.kind === 'customer' ? actor.visit : null;
  unitOfWork(ctx.tx).auditLines.push({
    actorKind: visit ? 'staff' : actor.kind,
    actorId: visit?.staffId ?? actorId(actor),
    onBehalfOf: actor.kind === 'customer' ? actor.customerId : null,
    action,
    entity,
    detail: actor.kind === 'customer' && visit ? { ...detail, ...stampOf(visit, actor.userId) } : detail,
    requestId: ctx.requestId,
    sessionId: 'sessionId' in actor ? actor.sessionId : null,
    ip: 'ip' in actor ? actor.ip : null,
  });
}

/** In a visit staff act, on behalf of a person of the customer. */
const stampOf = ({ id, ticket }: ActorVisit, person: string) => ({ visit: id, ticket, person });

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
