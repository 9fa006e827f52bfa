import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { viewFavourites } from './favourite.view.ts';

export const listFavourites: Verb<typeof contract.favourite.list> = (ctx) => viewFavourites(ctx);
