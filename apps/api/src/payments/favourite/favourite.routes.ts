import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { listFavourites, listMembers, removeFavourite, reorderFavourites } from './list-favourites.ts';
import { createFavourite, prepareFavourite, updateFavourite } from './save-favourite.ts';

export function favouriteRoutes(bind: Bind): void {
  bind.verb(contract.favourite.list, listFavourites);
  bind.verb(contract.favourite.listMembers, listMembers);
  bind.verb(contract.favourite.create, createFavourite);
  bind.verb(contract.favourite.update, updateFavourite);
  bind.verb(contract.favourite.reorder, reorderFavourites);
  bind.verb(contract.favourite.remove, removeFavourite);
  bind.verb(contract.favourite.prepare, prepareFavourite);
}
