import { message } from '@larkmere/messages/message';
import type { DeviceDisowned, NewDeviceUsed } from '../../identity/device/device.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { countryNameOf } from '../../reference/country/country.ts';
import { notify } from './notification.ts';

export const notifyNewDevice: TransactionalHandler<NewDeviceUsed> = async (ctx, { eventId, payload }) => {
  const { userId, device, country, at } = payload;
  const countryName = country === null ? 'none' : countryNameOf(country);
  await notify(
    ctx,
    { customerId: null, people: [userId] },
    {
      eventId,
      type: 'device.new_device_used',
      severity: 'warning',
      title: message('notice_new_device_title'),
      message: message('notice_new_device', { loggedInAt: new Date(at), device, countryName }),
      link: '/device',
    },
  );
};

export const notifyDeviceDisowned: TransactionalHandler<DeviceDisowned> = async (ctx, { eventId, payload }) => {
  const { userId, at } = payload;
  await notify(
    ctx,
    { customerId: null, people: [userId] },
    {
      eventId,
      type: 'device.disowned',
      severity: 'warning',
      title: message('notice_device_disowned_title'),
      message: message('notice_device_disowned', { changedAt: new Date(at) }),
      link: null,
    },
  );
};
