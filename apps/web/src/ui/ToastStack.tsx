import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from './IconButton.tsx';
import { kindIcon, type StatusKind } from './status-kind.tsx';

export type ToastMessage = {
  id: string;
  kind: StatusKind;
  text: string;
  action?: { label: string; onPress: () => void } | undefined;
};

const kindClasses: Record<StatusKind, string> = {
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
  info: 'text-info',
  neutral: 'text-text-muted',
};

/** `standing`: milliseconds; the timer pauses while the toast is hovered, focused or hidden. */
export const ToastStack = ({ toast, standing }: { toast: ToastMessage | undefined; standing: number }) => (
  <Base.Provider timeout={standing} limit={1}>
    <Toasts toast={toast} />
  </Base.Provider>
);

function Toasts({ toast }: { toast: ToastMessage | undefined }) {
  const t = useTranslations('ui');
  const { toasts, add, close } = Base.useToastManager<ToastMessage>();
  const replace = useEffectEvent((next: ToastMessage | undefined) => {
    close();
    if (next) add({ id: next.id, description: next.text, data: next });
  });
  useEffect(() => replace(toast), [toast]);

  return (
    <Base.Portal>
      <Base.Viewport
        aria-label={t('toasts')}
        className="fixed right-4 bottom-24 left-4 z-40 flex justify-center sm:left-auto sm:w-96 lg:right-8 lg:bottom-8"
      >
        {toasts.map((shown) => (
          <ToastItem key={shown.id} toast={shown} />
        ))}
      </Base.Viewport>
    </Base.Portal>
  );
}

function ToastItem({ toast }: { toast: Base.Root.ToastObject<ToastMessage> }) {
  const t = useTranslations('ui');
  const kind = toast.data?.kind ?? 'neutral';
  const action = toast.data?.action;
  return (
    <Base.Root
      toast={toast}
      className="absolute inset-x-0 bottom-0 flex items-start gap-3 rounded-card border border-line bg-raised p-4 shadow-menu transition duration-180 ease-out data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      <span className={`mt-0.5 ${kindClasses[kind]}`}>{kindIcon(kind, 20)}</span>
      <div className="min-w-0 flex-1">
        <Base.Title className={`text-small font-bold ${kindClasses[kind]}`}>{t(`kind.${kind}`)}</Base.Title>
        <Base.Description className="text-small" />
        {action && (
          <button
            type="button"
            onClick={action.onPress}
            className="mt-1 min-h-8 text-small font-semibold text-brand-text underline underline-offset-4"
          >
            {action.label}
          </button>
        )}
      </div>
      <Base.Close aria-hidden={false} render={<IconButton label={t('close')} size="small" className="-m-1" />}>
        <X size={16} />
      </Base.Close>
    </Base.Root>
  );
}
