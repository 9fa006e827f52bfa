import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { createFavourite } from './create-favourite.ts';
import { listFavourites } from './list-favourites.ts';
import { listMembers } from './list-members.ts';
import { prepareFavourite } from './prepare-favourite.ts';
import { removeFavourite } from './remove-favourite.ts';
import { reorderFavourites } from './reorder-favourites.ts';
import { updateFavourite } from './update-favourite.ts';

export function favouriteRoutes(bind: Bind): void {
  bind.verb(contract.favourite.list, listFavourites);
  bind.verb(contract.favourite.listMembers, listMembers);
  bind.verb(contract.favourite.create, createFavourite);
  bind.verb(contract.favourite.update, updateFavourite);
  bind.verb(contract.favourite.reorder, reorderFavourites);
  bind.verb(contract.favourite.remove, removeFavourite);
  bind.verb(contract.favourite.prepare, prepareFavourite);
}
