/** Messages of gRPC-Web, to read and to change on their way. */

import { type DescMessage, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";

/** One byte of flags, and four with the length of the message. */
const HEAD = 5;
const TRAILERS = 0x80;

/** The first message of a body. */
export function messageOf<Desc extends DescMessage>(schema: Desc, body: Buffer): MessageShape<Desc> {
  return fromBinary(schema, body.subarray(HEAD, HEAD + body.readUInt32BE(1)));
}

/** The body with a changed first message. */
export function changed<Desc extends DescMessage>(
  schema: Desc,
  body: Buffer,
  change: (message: MessageShape<Desc>) => void,
): Buffer {
  const message = messageOf(schema, body);
  change(message);
  return Buffer.concat([frame(toBinary(schema, message)), body.subarray(HEAD + body.readUInt32BE(1))]);
}

/** The body of a stream that ends with this status. */
export function streamOf<Desc extends DescMessage>(
  schema: Desc,
  messages: MessageShape<Desc>[],
  status: number,
): Buffer {
  const frames = messages.map((message) => frame(toBinary(schema, message)));
  return Buffer.concat([...frames, frame(Buffer.from(`grpc-status: ${String(status)}\r\n`), TRAILERS)]);
}

function frame(bytes: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUInt8(flags);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}
