import type { DeviceView } from '@larkmere/contract/identity/device';
import { useLocale, useTranslations } from 'use-intl';

export function useDevicePlace(): (device: DeviceView) => string {
  const t = useTranslations('device');
  const countryName = new Intl.DisplayNames(useLocale(), { type: 'region' });
  return ({ lastCountry }) =>
    lastCountry === null ? t('unknownPlace') : t('place', { place: countryName.of(lastCountry) ?? lastCountry });
}
