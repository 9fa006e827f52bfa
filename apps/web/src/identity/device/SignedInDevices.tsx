import type { DeviceView } from '@larkmere/contract/identity/device';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { DeviceRow } from './DeviceRow.tsx';

export function SignedInDevices({ devices }: { devices: readonly DeviceView[] }) {
  const t = useTranslations('device');
  return (
    <Card title={t('signedIn')} flush>
      <p className="-mt-3 px-5 pb-4 text-small text-text-muted">{t('intro')}</p>
      <ul>
        {devices.map((device) => (
          <li key={device.uid} className="border-t border-line px-5 py-4">
            <DeviceRow device={device} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
