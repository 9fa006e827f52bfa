import { Menu } from '@base-ui/react/menu';
import { EllipsisVertical } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/IconButton.tsx';

export type DeviceChoice = 'rename' | 'trust' | 'stopTrusting' | 'remove';
type Props = { name: string; isTrusted: boolean; isCurrent: boolean; onChoose: (choice: DeviceChoice) => void };

export function DeviceMenu({ name, isTrusted, isCurrent, onChoose }: Props) {
  const t = useTranslations('device');
  const choices: DeviceChoice[] = [
    'rename',
    isTrusted ? 'stopTrusting' : 'trust',
    ...(isCurrent ? [] : ['remove' as const]),
  ];
  return (
    <Menu.Root>
      <Menu.Trigger
        render={
          <IconButton label={t('menu', { name })}>
            <EllipsisVertical size={20} />
          </IconButton>
        }
      />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-20">
          <Menu.Popup className="grid min-w-44 rounded-card border border-line bg-raised p-1.5 text-text shadow-menu outline-none">
            {choices.map((choice) => (
              <Menu.Item
                key={choice}
                onClick={() => onChoose(choice)}
                className={`flex min-h-11 cursor-default items-center rounded-control px-3 font-semibold outline-none data-highlighted:bg-sunken ${choice === 'remove' ? 'text-danger' : ''}`}
              >
                {t(choice)}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
