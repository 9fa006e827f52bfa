import type { ServiceKey } from '@larkmere/contract/reference/service-keys';
import { useTranslations } from 'use-intl';

/** Message keys have no dots, because these separate levels. */
export function useServiceName(): (service: ServiceKey) => string {
  const t = useTranslations('manageServiceControl.service');
  return (service) => t(service.replaceAll('.', '_') as 'login');
}
