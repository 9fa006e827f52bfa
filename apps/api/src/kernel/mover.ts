import type { Actor } from './verb.ts';

export type Mover = Readonly<{ kind: Actor['kind']; id: string | null }>;

export function moverOf(actor: Actor): Mover {
  if (actor.kind === 'customer') return { kind: actor.kind, id: actor.personId };
  if (actor.kind === 'staff') return { kind: actor.kind, id: actor.staffId };
  return { kind: actor.kind, id: actor.kind === 'system' ? actor.name : null };
}
