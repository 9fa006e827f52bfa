import { useTranslations } from 'use-intl';
import { useSession } from '../../platform/session/session.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { MenuLink } from './MenuLink.tsx';
import { menuFor } from './menu.ts';

export function WholeMenu({ onClose }: { onClose: () => void }) {
  const t = useTranslations('shell');
  return (
    <DetailDrawer title={t('more')} onClose={onClose}>
      <nav aria-label={t('mainMenu')} className="grid gap-4">
        {menuFor(useSession()).map((items) => (
          <ul key={items[0]?.path} className="grid gap-0.5">
            {items.map((item) => (
              <MenuLink key={item.path} item={item} onChoose={onClose} />
            ))}
          </ul>
        ))}
      </nav>
    </DetailDrawer>
  );
}
