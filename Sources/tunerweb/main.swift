import WebGateway

GatewayProgram.run()
