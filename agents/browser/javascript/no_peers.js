// Without these no packet leaves by WebRTC, which neither proxy nor resolver rules would stop.
() => {
  delete globalThis.RTCPeerConnection;
  delete globalThis.webkitRTCPeerConnection;
}
