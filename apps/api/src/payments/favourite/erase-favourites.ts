import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import { deleteFavouritesAbout } from './favourite.sql.ts';

/** Favourites hold names of members, so those of other customers that pay the erased one go as well. */
export const eraseFavourites: TransactionalHandler<Erasure> = async ({ tx }, { payload: { customerId, extent } }) => {
  if (extent === 'wholly') await deleteFavouritesAbout(tx, customerId);
};
