import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { HelpText } from './HelpText.tsx';
import { IconButton } from './IconButton.tsx';
import { kindIcon, type StatusKind } from './status-kind.tsx';

const kindStyles: Record<StatusKind, { box: string; ink: string }> = {
  success: { box: 'bg-success-soft', ink: 'text-success' },
  warning: { box: 'bg-warning-soft', ink: 'text-warning' },
  danger: { box: 'bg-danger-soft', ink: 'text-danger' },
  info: { box: 'bg-info-soft', ink: 'text-info' },
  neutral: { box: 'bg-sunken', ink: 'text-text-muted' },
};

type Props = {
  kind: StatusKind;
  title?: ReactNode;
  /** Where nothing else on the page is its heading. */
  titleTag?: 'p' | 'h1';
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  onClose?: () => void;
};

export function Notice({ kind, title, titleTag: Title = 'p', children, action, icon, onClose }: Props) {
  const t = useTranslations('ui');
  return (
    <div
      role={kind === 'danger' ? 'alert' : 'status'}
      className={`flex gap-3 rounded-control p-4 ${kindStyles[kind].box}`}
    >
      <span className={`mt-0.5 ${kindStyles[kind].ink}`}>{icon ?? kindIcon(kind, 20)}</span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        {title && (
          <Title className={`font-bold ${kindStyles[kind].ink}`}>
            <HelpText>{title}</HelpText>
          </Title>
        )}
        {children && (
          <div className="text-small text-text">
            <HelpText>{children}</HelpText>
          </div>
        )}
        {action && <div className="mt-2">{action}</div>}
      </div>
      {onClose && (
        <IconButton label={t('close')} size="small" onClick={onClose} className="-m-1">
          <X size={18} />
        </IconButton>
      )}
    </div>
  );
}
