import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { activeCurrenciesQuery } from '../../accounts/wallet/wallet.api.ts';
import { PairRates } from '../../fx/rate/PairRates.tsx';
import { navigation } from '../../platform/navigation/navigation.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';

/** These pages offer the upgrade themselves, beside the chart or the quote. */
const withOwnOffer: readonly string[] = [paths.walletDashboard, paths.walletFx, paths.walletUpgrade];

export function RateHeader() {
  const { pathname } = useLocation();
  const { feature } = useSession();
  const { data = [] } = useQuery(activeCurrenciesQuery);
  const offerUpgrade = feature.upgrade && navigation.isBuilt(paths.walletUpgrade) && !withOwnOffer.includes(pathname);
  return <PairRates currencies={data.map(({ code }) => code)} showPlus={feature.upgrade} offerUpgrade={offerUpgrade} />;
}
