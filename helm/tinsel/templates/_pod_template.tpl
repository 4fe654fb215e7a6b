{{/* The pods of the servers, without the patch. */}}
{{- define "tinsel.podTemplate" -}}
metadata:
  labels:
    {{- with .Values.podLabels }}{{ toYaml . | nindent 4 }}{{ end }}
    {{- include "tinsel.labels" . | nindent 4 }}
    app.kubernetes.io/component: server
  {{- with .Values.podAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "tinsel.serviceAccount" . }}
  automountServiceAccountToken: false
  # Otherwise a Service named tinsel would add variables that look like options.
  enableServiceLinks: false
  {{- with .Values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  {{- with .Values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  terminationGracePeriodSeconds: {{ int .Values.shutdown.graceSeconds }}
  securityContext: {{- include "tinsel.podSecurity" . | nindent 4 }}
  {{- if include "tinsel.tlsSecret" . }}
  # The probes connect to a name in the certificate.
  hostAliases:
    - ip: {{ include "tinsel.loopback" . | trimAll "[]" | quote }}
      hostnames: [{{ include "tinsel.serverName" . | quote }}]
  {{- end }}
  containers:
    - name: server
      image: {{ include "tinsel.image" . }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args: ["serve"]
      env: {{- include "tinsel.env" . | trim | nindent 8 }}
      {{- with .Values.archive.secret.name }}
      envFrom:
        - secretRef:
            name: {{ quote . }}
      {{- end }}
      ports:
        - name: grpc
          containerPort: 7400
        {{- if .Values.metrics.enabled }}
        - name: metrics
          containerPort: {{ int .Values.metrics.port }}
        {{- end }}
        {{- if include "tinsel.adminIsOpen" . }}
        - name: admin
          containerPort: 7401
        {{- end }}
      {{- range $name := list "liveness" "readiness" }}
      {{ $name }}Probe:
        {{- include "tinsel.probe" (dict "root" $ "name" $name) | nindent 8 }}
        {{- toYaml (index $.Values.probes $name) | nindent 8 }}
      {{- end }}
      {{- if .Values.shutdown.preStopSeconds }}
      lifecycle:
        preStop:
          sleep:
            seconds: {{ int .Values.shutdown.preStopSeconds }}
      {{- end }}
      resources: {{- toYaml .Values.resources | nindent 8 }}
      securityContext: {{- include "tinsel.containerSecurity" . | nindent 8 }}
      {{- with include "tinsel.mounts" . | trim }}
      volumeMounts: {{- . | nindent 8 }}
      {{- end }}
  {{- with include "tinsel.volumes" . | trim }}
  volumes: {{- . | nindent 4 }}
  {{- end }}
  {{- with include "tinsel.spread" . | trim }}
  topologySpreadConstraints: {{- . | nindent 4 }}
  {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
