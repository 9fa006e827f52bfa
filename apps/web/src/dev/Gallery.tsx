import { ControlsGallery } from './ControlsGallery.tsx';
import { DialogsGallery } from './DialogsGallery.tsx';
import { MessagesGallery } from './MessagesGallery.tsx';
import { MoneyGallery } from './MoneyGallery.tsx';

export const Gallery = () => (
  <main className="page-width mx-auto grid gap-x-8 gap-y-10 py-8 md:grid-cols-2">
    <h1 className="text-h1 font-bold md:col-span-2">Kit</h1>
    <DialogsGallery />
    <MoneyGallery />
    <MessagesGallery />
    <ControlsGallery />
  </main>
);
