import { useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DetailDrawer } from '../ui/DetailDrawer.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { MessageDialog } from '../ui/MessageDialog.tsx';
import { MoneyAmount } from '../ui/MoneyAmount.tsx';
import { PinPad } from '../ui/PinPad.tsx';
import { TimerDialog } from '../ui/TimerDialog.tsx';
import { type ToastMessage, ToastStack } from '../ui/ToastStack.tsx';
import { Example } from './Example.tsx';

const names = ['Dialog', 'ConfirmDialog', 'MessageDialog', 'TimerDialog', 'PinPad', 'DetailDrawer'] as const;

export function DialogsGallery() {
  const [open, setOpen] = useState<(typeof names)[number]>();
  const [toast, setToast] = useState<ToastMessage>();
  const close = () => setOpen(undefined);
  return (
    <Example title="Dialogs, drawer, toast" wide>
      <div className="flex flex-wrap gap-3">
        {names.map((name) => (
          <Button key={name} kind="secondary" onClick={() => setOpen(name)}>
            {name}
          </Button>
        ))}
        <Button
          kind="secondary"
          onClick={() =>
            setToast({ id: crypto.randomUUID(), kind: 'success', text: 'Your payment of 250.00 GBP has arrived.' })
          }
        >
          Toast
        </Button>
      </div>
      {open === 'Dialog' && (
        <Dialog
          title="Bank Account Detail"
          description="UK Domestic"
          onClose={close}
          actions={<Button onClick={close}>Done</Button>}
        >
          <p>Content</p>
        </Dialog>
      )}
      {open === 'ConfirmDialog' && (
        <ConfirmDialog
          title="Delete this payee?"
          text="Payments already sent stay in your statement."
          confirmLabel="Delete payee"
          tone="danger"
          onConfirm={close}
          onCancel={close}
        />
      )}
      {open === 'MessageDialog' && (
        <MessageDialog title="Message" text="That PIN is too easy to guess." label="OK" onDone={close} />
      )}
      {open === 'TimerDialog' && <TimerSample onDone={close} />}
      {open === 'PinPad' && <PinSample onClose={close} />}
      {open === 'DetailDrawer' && (
        <DetailDrawer title="Payment" onClose={close}>
          <MoneyAmount value={{ amount: '-250.00', currency: 'GBP' }} size="lg" />
        </DetailDrawer>
      )}
      <ToastStack toast={toast} standing={5000} />
    </Example>
  );
}

function TimerSample({ onDone }: { onDone: () => void }) {
  const [until] = useState(() => Date.now() + 60_000);
  return (
    <TimerDialog
      title="Are you still there?"
      text="We log you out after five minutes without activity."
      until={until}
      extendLabel="Stay logged in"
      onExtend={onDone}
      leaveLabel="Log out now"
      onLeave={onDone}
      onExpire={onDone}
    />
  );
}

function PinSample({ onClose }: { onClose: () => void }) {
  const [pin, setPin] = useState('');
  const [tone, setTone] = useState<'idle' | 'wrong'>('idle');
  const input = useRef<HTMLInputElement>(null);
  const refuse = () => {
    setTone('wrong');
    setTimeout(() => {
      setTone('idle');
      setPin('');
    }, 800);
  };
  return (
    <Dialog
      title="Enter your PIN"
      size="pin"
      initialFocus={input}
      onClose={onClose}
      description={
        <>
          To send <MoneyAmount value={{ amount: '250.00', currency: 'GBP' }} className="font-bold text-text" /> to{' '}
          <strong className="text-text">Somchai Prasert</strong>
        </>
      }
    >
      <PinPad
        inputRef={input}
        value={pin}
        onChange={setPin}
        tone={tone}
        onComplete={refuse}
        message={tone === 'wrong' && 'That PIN is not right. 4 tries left.'}
        onForgot={onClose}
      />
    </Dialog>
  );
}
