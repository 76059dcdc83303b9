import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { closing } from './closing.ts';

export interface DnsQuestion {
  name: string;
  type: 'A' | 'AAAA';
}

/** The response to a question; `silent` sends none. */
export type DnsReply =
  | 'silent'
  | {
      /** 0: no error, 2: SERVFAIL, 3: NXDOMAIN, 5: REFUSED (default: 0). */
      rcode?: number;
      /** Those of the question's type. */
      addresses?: readonly string[];
      /** In seconds (default: 60). */
      ttl?: number;
      /** Milliseconds before the response. */
      delay?: number;
      /** Whether the response over UDP is cut, so that the resolver repeats over TCP. */
      truncated?: boolean;
    };

/** A DNS server on UDP and TCP. Questions other than A and AAAA get an empty response. */
export async function dnsServer(reply: (question: DnsQuestion) => DnsReply) {
  const questions: DnsQuestion[] = [];
  let overTcp = 0;
  const respond = async (message: Buffer, isTcp: boolean): Promise<Buffer | undefined> => {
    const question = readQuestion(message);
    questions.push(question);
    if (isTcp) overTcp += 1;
    const given = reply(question);
    if (given === 'silent') return undefined;
    if (given.delay) await pause(given.delay);
    return encodeReply(message, question, given.truncated && !isTcp ? 'truncated' : given);
  };
  const tcp = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', async (data) => {
      const response = await respond(data.subarray(2), true);
      if (!response) return;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(response.length);
      socket.write(Buffer.concat([length, response]));
    });
  });
  const udp = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 });
  udp.on('message', async (message, { address, port }) => {
    const response = await respond(message, false);
    if (response && !closed) udp.send(response, port, address);
  });
  let closed = false;
  const port = await bindBoth(udp, tcp);
  closing({
    close: async () => {
      closed = true;
      udp.close();
      tcp.close();
    },
  });
  return {
    address: `127.0.0.1:${port}`,
    questions,
    /** The number of questions over TCP. */
    overTcp: () => overTcp,
  };
}

const headerLength = 12;
const types = new Map([
  [1, 'A'],
  [28, 'AAAA'],
] as const);

function readQuestion(message: Buffer): DnsQuestion {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = types.get(message.readUInt16BE(at + 1) as 1 | 28) ?? 'A';
  return { name: labels.join('.').toLowerCase(), type };
}

function encodeReply(
  query: Buffer,
  { name, type }: DnsQuestion,
  reply: Exclude<DnsReply, 'silent'> | 'truncated',
): Buffer {
  const { rcode = 0, addresses = [], ttl = 60 } = reply === 'truncated' ? {} : reply;
  const family = addresses.filter((each) => each.includes(':') === (type === 'AAAA'));
  const questionEnd = headerLength + name.length + 2 + 4;
  const header = Buffer.from(query.subarray(0, questionEnd));
  header.writeUInt16BE(0x8180 | rcode | (reply === 'truncated' ? 0x0200 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(family.length, 6);
  header.writeUInt32BE(0, 8);
  const records = family.map((address) => {
    const bytes = type === 'A' ? ipv4Bytes(address) : ipv6Bytes(address);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc000 | headerLength, 0);
    record.writeUInt16BE(type === 'A' ? 1 : 28, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(ttl, 6);
    record.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([header, ...records]);
}

function ipv4Bytes(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number));
}

function ipv6Bytes(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [start, end] = [groups(head), groups(tail)];
  const middle = Array<string>(8 - start.length - end.length).fill('0');
  return Buffer.from(
    [...start, ...middle, ...end].map((group) => group.padStart(4, '0')).join(''),
    'hex',
  );
}

/** Binds both to one free port of 127.0.0.1. */
async function bindBoth(udp: Socket, tcp: Server): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    tcp.listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const { port } = tcp.address() as AddressInfo;
    udp.bind(port, '127.0.0.1');
    try {
      await once(udp, 'listening');
      return port;
    } catch (error) {
      // A client of UDP may have the port.
      if (tries === 10) throw error;
      tcp.close();
      await once(tcp, 'close');
    }
  }
}
