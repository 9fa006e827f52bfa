import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Countdown } from './Countdown.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';

type Props = {
  title: string;
  text: ReactNode;
  until: number;
  extendLabel: string;
  onExtend: () => void;
  leaveLabel: string;
  onLeave: () => void;
  onExpire: () => void;
  layer?: DialogProps['layer'];
};

export const TimerDialog = ({
  title,
  text,
  until,
  extendLabel,
  onExtend,
  leaveLabel,
  onLeave,
  onExpire,
  layer,
}: Props) => (
  <Dialog
    layer={layer}
    title={title}
    description={text}
    tone="alert"
    actions={
      <>
        <Button kind="secondary" onClick={onLeave}>
          {leaveLabel}
        </Button>
        <Button onClick={onExtend}>{extendLabel}</Button>
      </>
    }
  >
    <p className="text-center text-display">
      <Countdown until={until} onEnd={onExpire} />
    </p>
  </Dialog>
);
