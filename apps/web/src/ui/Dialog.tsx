import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, use } from 'react';
import { useTranslations } from 'use-intl';
import { DialogsClosed } from './dialogs-closed.ts';
import { IconButton } from './IconButton.tsx';

type Props = {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, always in view while the body scrolls. */
  actions?: ReactNode;
  /** What Close means: "no". Without it there must be a button among the actions that ends the dialog. */
  onClose?: (() => void) | undefined;
  closeLabel?: string | undefined;
  /** `pin` keeps the column as wide as a hand. */
  size?: 'normal' | 'pin';
  /** The first focus; without it the heading, so that a warning is read before anything is pressed. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  tone?: 'normal' | 'alert';
};

/**
 * Open for as long as it is rendered. An outside click and Escape do nothing (specification, section 2), so every dialog
 * shows its own way out.
 */
export function Dialog(props: Props) {
  const {
    title,
    description,
    children,
    actions,
    onClose,
    closeLabel,
    size = 'normal',
    initialFocus,
    tone = 'normal',
  } = props;
  const t = useTranslations('ui');
  if (use(DialogsClosed)) return null;
  return (
    <Base.Root open disablePointerDismissal onOpenChange={(_, details) => details.cancel()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 bg-shade transition-opacity duration-240 data-starting-style:opacity-0" />
        <Base.Popup
          role={tone === 'alert' ? 'alertdialog' : 'dialog'}
          initialFocus={initialFocus ?? (() => document.querySelector<HTMLElement>('[data-dialog-title]') ?? true)}
          className={`fixed top-1/2 left-1/2 z-30 flex max-h-[90dvh] w-[95%] -translate-x-1/2 -translate-y-1/2 flex-col rounded-dialog border border-line bg-raised shadow-dialog transition duration-240 ease-out outline-none data-starting-style:scale-98 data-starting-style:opacity-0 ${size === 'pin' ? 'md:w-[440px]' : 'md:w-1/2'}`}
        >
          <div className="mx-auto flex w-full max-w-[608px] items-start gap-3 px-6 pt-6">
            <div className="min-w-0 flex-1">
              <Base.Title tabIndex={-1} data-dialog-title className="text-h1 font-bold outline-none">
                {title}
              </Base.Title>
              {description && <Base.Description className="mt-0.5 text-text-muted">{description}</Base.Description>}
            </div>
            {onClose && (
              <IconButton label={closeLabel ?? t('close')} onClick={onClose} className="-mt-2 -mr-2 text-text">
                <X size={20} />
              </IconButton>
            )}
          </div>
          <div className="mx-auto min-h-0 w-full max-w-[608px] flex-1 overflow-y-auto px-6 pt-4 pb-6">{children}</div>
          {actions && (
            <div className="mx-auto flex w-full max-w-[608px] flex-col-reverse gap-3 px-6 pb-6 sm:flex-row sm:justify-end">
              {actions}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
