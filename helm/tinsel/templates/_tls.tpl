{{/* The Secret with the certificate of the servers: the named one, else that of the Certificate. Empty without TLS. */}}
{{- define "tinsel.tlsSecret" -}}
{{- if .Values.tls.certificate.enabled -}}
{{- printf "%s-tls" (include "tinsel.fullname" .) -}}
{{- else -}}
{{- .Values.tls.secret.name -}}
{{- end -}}
{{- end -}}

{{/* A name in the certificate. */}}
{{- define "tinsel.serverName" -}}
{{- default (printf "%s.%s" (include "tinsel.fullname" .) .Release.Namespace) .Values.tls.serverName -}}
{{- end -}}

{{/* The URL of the Service inside the cluster. */}}
{{- define "tinsel.url" -}}
{{- if include "tinsel.tlsSecret" . -}}
{{- printf "https://%s:%d" (include "tinsel.serverName" .) (int .Values.service.port) -}}
{{- else -}}
{{- printf "http://%s.%s:%d" (include "tinsel.fullname" .) .Release.Namespace (int .Values.service.port) -}}
{{- end -}}
{{- end -}}

{{/* The protocol of the ports for clients. */}}
{{- define "tinsel.appProtocol" -}}
{{- ternary "https" "kubernetes.io/h2c" (ne (include "tinsel.tlsSecret" .) "") -}}
{{- end -}}

{{/* The options by which commands of the CLI trust the servers and authenticate to them, as a list of arguments. */}}
{{- define "tinsel.clientTls" -}}
{{- if include "tinsel.tlsSecret" . -}}
{{- with .Values.tls.caKey }}
- --ca
- /etc/tinsel/tls/{{ . }}
{{- end }}
{{- if .Values.tls.clientSecret.name }}
- --client-certificate
- /etc/tinsel/tls-client/tls.crt
- --client-key
- /etc/tinsel/tls-client/tls.key
{{- end }}
{{- end -}}
{{- end -}}

{{/* The handler of a probe. The probes of the kubelet support neither TLS nor the PROXY protocol, which connections from a
     node may need. So the container itself then checks the server. */}}
{{- define "tinsel.probe" -}}
{{- $secret := include "tinsel.tlsSecret" .root -}}
{{- if or $secret .root.Values.options.proxyProtocolFrom -}}
exec:
  command:
    - /usr/local/bin/tinsel
    - health
    - --server
    - {{ if $secret }}https://{{ include "tinsel.serverName" .root }}{{ else }}http://{{ include "tinsel.loopback" .root }}{{ end }}:7400
    - --part
    - {{ .name }}
    {{- with include "tinsel.clientTls" .root | trim }}{{ . | nindent 4 }}{{ end }}
{{- else -}}
grpc:
  port: 7400
  service: {{ .name }}
{{- end -}}
{{- end -}}

{{- define "tinsel.tlsMounts" -}}
{{- if include "tinsel.tlsSecret" . }}
- name: tls
  mountPath: /etc/tinsel/tls
  readOnly: true
{{- if .Values.tls.clientCaSecret.name }}
- name: tls-client-ca
  mountPath: /etc/tinsel/tls-client-ca
  readOnly: true
{{- end }}
{{- include "tinsel.tlsClientMount" . }}
{{- end }}
{{- end -}}

{{- define "tinsel.tlsClientMount" -}}
{{- if .Values.tls.clientSecret.name }}
- name: tls-client
  mountPath: /etc/tinsel/tls-client
  readOnly: true
{{- end }}
{{- end -}}

{{- define "tinsel.tlsVolumes" -}}
{{- with include "tinsel.tlsSecret" . }}
- name: tls
  secret:
    secretName: {{ . }}
{{- with $.Values.tls.clientCaSecret }}{{ if .name }}
- name: tls-client-ca
  secret:
    secretName: {{ .name }}
    items:
      - key: {{ .key }}
        path: {{ .key }}
{{- end }}{{ end }}
{{- include "tinsel.tlsClientVolume" $ }}
{{- end }}
{{- end -}}

{{- define "tinsel.tlsClientVolume" -}}
{{- with .Values.tls.clientSecret }}{{ if .name }}
- name: tls-client
  secret:
    secretName: {{ .name }}
{{- end }}{{ end }}
{{- end -}}

{{/* The files of `helm test`, without the private key of the servers. */}}
{{- define "tinsel.testMounts" -}}
{{- if include "tinsel.tlsSecret" . }}
{{- if .Values.tls.caKey }}
- name: tls
  mountPath: /etc/tinsel/tls
  readOnly: true
{{- end }}
{{- include "tinsel.tlsClientMount" . }}
{{- end }}
{{- end -}}

{{- define "tinsel.testVolumes" -}}
{{- with include "tinsel.tlsSecret" . }}
{{- if $.Values.tls.caKey }}
- name: tls
  secret:
    secretName: {{ . }}
    items:
      - key: {{ $.Values.tls.caKey }}
        path: {{ $.Values.tls.caKey }}
{{- end }}
{{- include "tinsel.tlsClientVolume" $ }}
{{- end }}
{{- end -}}
