import type { Selectable } from 'kysely';
import type { IssuedCardCard } from '../../platform/db/schema.gen.ts';

export type IssuedCard = Readonly<Selectable<IssuedCardCard>>;
