import { useTranslations } from 'use-intl';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { WalletMenu } from './WalletMenu.tsx';

export function WholeMenu({ onClose }: { onClose: () => void }) {
  const t = useTranslations('shell');
  return (
    <DetailDrawer title={t('more')} onClose={onClose}>
      <WalletMenu onChoose={onClose} />
    </DetailDrawer>
  );
}
