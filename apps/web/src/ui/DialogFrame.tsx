import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { DialogProps } from './Dialog.tsx';
import { IconButton } from './IconButton.tsx';

const widths = { normal: 'md:w-1/2', pin: 'md:w-[440px]', wide: 'md:w-[720px]' } as const;

export function DialogFrame(props: DialogProps) {
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
    layer = 'normal',
  } = props;
  const t = useTranslations('ui');
  const heading = useRef<HTMLHeadingElement>(null);
  const place = layer === 'top' ? 'z-50' : 'z-30';
  return (
    <Base.Root open disablePointerDismissal onOpenChange={(_, details) => details.cancel()}>
      <Base.Portal>
        <Base.Backdrop
          data-print="no"
          className={`fixed inset-0 ${place} bg-shade transition-opacity duration-240 data-starting-style:opacity-0`}
        />
        <Base.Popup
          data-sheet
          role={tone === 'alert' ? 'alertdialog' : 'dialog'}
          initialFocus={initialFocus ?? heading}
          className={`fixed top-1/2 left-1/2 ${place} flex max-h-[90dvh] w-[95%] -translate-x-1/2 -translate-y-1/2 flex-col rounded-dialog border border-line bg-raised shadow-dialog transition duration-240 ease-out outline-none data-starting-style:scale-98 data-starting-style:opacity-0 ${widths[size]}`}
        >
          <div
            className={`mx-auto flex w-full ${size === 'wide' ? 'max-w-[720px]' : 'max-w-[608px]'} items-start gap-3 px-6 pt-6`}
          >
            <div className="min-w-0 flex-1">
              <Base.Title ref={heading} tabIndex={-1} className="text-h1 font-bold outline-none">
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
          <div
            className={`mx-auto min-h-0 w-full ${size === 'wide' ? 'max-w-[720px]' : 'max-w-[608px]'} flex-1 overflow-y-auto px-6 pt-4 pb-6`}
          >
            {children}
          </div>
          {actions && (
            <div
              className={`mx-auto flex w-full ${size === 'wide' ? 'max-w-[720px]' : 'max-w-[608px]'} flex-col-reverse gap-3 px-6 pb-6 sm:flex-row sm:justify-end`}
            >
              {actions}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
