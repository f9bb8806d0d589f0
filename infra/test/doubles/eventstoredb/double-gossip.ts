import type { handleUnaryCall } from '@grpc/grpc-js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import type { ClusterInfo, MemberInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import type { DoubleFaults } from './double-faults.ts';

/** A node of the cluster that the double says it belongs to. */
type DoubleMember = { readonly host: string; readonly port: number; readonly isLeader: boolean };

/** What a node knows of its cluster: a client that was given several hosts asks one after the other, before it connects to the leader. */
export const gossipOf =
  (members: () => readonly DoubleMember[], faults: DoubleFaults): handleUnaryCall<Empty, ClusterInfo> =>
  (_, callback) => {
    const answer = new gossip.ClusterInfo();
    answer.setMembersList(members().map(memberInfo));
    void faults.gate().then(() => callback(null, answer));
  };

function memberInfo({ host, port, isLeader }: DoubleMember): MemberInfo {
  const id = new shared.UUID();
  id.setString(crypto.randomUUID());
  const endPoint = new gossip.EndPoint();
  endPoint.setAddress(host);
  endPoint.setPort(port);
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
  const member = new gossip.MemberInfo();
  member.setInstanceId(id);
  member.setIsAlive(true);
  member.setState(isLeader ? LEADER : FOLLOWER);
  member.setHttpEndPoint(endPoint);
  return member;
}
