import type { Actor } from './verb.ts';

export type ActorRef = Readonly<{ kind: Actor['kind']; id: string | null }>;

export function toActorRef(actor: Actor): ActorRef {
  if (actor.kind === 'customer') return { kind: actor.kind, id: actor.userId };
  if (actor.kind === 'staff') return { kind: actor.kind, id: actor.staffId };
  return { kind: actor.kind, id: actor.kind === 'system' ? actor.name : null };
}
