import { FavouritesCard } from '../../payments/favourite/favourite.tsx';
import { MakePayment } from '../../payments/payment-form/MakePaymentPage.tsx';

/** The form that Plus customers use as well, with the favourites of a wallet beside it. */
export const WalletSendPage = () => <MakePayment aside={<FavouritesCard />} />;
